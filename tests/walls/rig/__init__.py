"""What runs the adversarial programs and looks at the machine from outside. No test is in here."""
