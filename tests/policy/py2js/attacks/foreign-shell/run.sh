#!/bin/sh
python3 original.py
