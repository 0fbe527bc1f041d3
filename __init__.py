"""portproof evaluates cross-language code translation: is a re-implemented program exactly the original?"""

__version__ = "0.1.0"
