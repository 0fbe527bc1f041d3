print -r -- ${(C)1}
