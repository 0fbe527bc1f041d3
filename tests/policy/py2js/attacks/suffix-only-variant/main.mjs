await import('./lib/.js');
