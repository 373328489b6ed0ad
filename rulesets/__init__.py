"""The rule systems that come with Battlemat, one package each; none knows another."""
