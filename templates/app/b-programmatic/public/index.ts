// First, so that the modules below see what it sets.
import '../config/environment.ts';
import app from '../config/application.ts';

await app.run();
