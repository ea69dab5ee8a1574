"""How a wrong claim is corrected: by a word, by the true sentence, or by a language model."""
