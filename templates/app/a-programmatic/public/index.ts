// Import this first: the modules below use the environment that it sets up.
import '../config/environment.ts';
import { createApplication } from '../config/application.ts';

await createApplication().run();
