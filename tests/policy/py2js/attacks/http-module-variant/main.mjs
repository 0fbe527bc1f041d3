import { connect } from 'http2';
connect('http://127.0.0.1:9/');
