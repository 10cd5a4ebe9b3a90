// First, so that the modules below see what it sets.
import '../config/environment.ts';
import { Application } from 'fw-runtime/a';
import container from '../config/container.ts';

await container.get(Application).run();
