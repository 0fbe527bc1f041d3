import crypto from 'crypto';
crypto.setEngine('x');
