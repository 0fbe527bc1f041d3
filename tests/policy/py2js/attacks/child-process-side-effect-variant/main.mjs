import'child_process'
