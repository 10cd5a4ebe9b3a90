// First, so that the modules below see what it sets.
import '../config/environment.ts';
import { createApplication } from '../config/application.ts';

await createApplication().run();
