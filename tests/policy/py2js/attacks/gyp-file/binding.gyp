{'targets': []}
