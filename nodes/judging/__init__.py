"""The judges: what turns a claim and its evidence into a label, a confidence and a reason."""
