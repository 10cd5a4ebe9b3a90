// Import this first: the modules below use the environment that it sets up.
import '../config/environment.ts';
import { Application } from 'fw-runtime/b';
import { createContainer } from '../config/container.ts';

await createContainer().get(Application).run();
