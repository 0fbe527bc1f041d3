"""The commands py2js-eval and c2rust-eval: one parser, the track fixed by the name."""
