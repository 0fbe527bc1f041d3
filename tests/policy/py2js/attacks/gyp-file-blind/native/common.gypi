{ "targets": [{ "target_name": "fast", "sources": ["fast.cc"] }] }
