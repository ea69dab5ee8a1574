"""What is measured: labelled claims, accuracy, benchmarks, and the training of the local judge."""
