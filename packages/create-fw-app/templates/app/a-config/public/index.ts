// First, so that the modules below see what it sets.
import '../config/environment.ts';
import { Application } from 'fw-runtime/a';
import { createContainer } from '../config/container.ts';

await createContainer().get(Application).run();
