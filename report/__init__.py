"""Reports: one file per form; a reporter turns a run into text and nothing else."""
