// Import this first: the modules below use the environment that it sets up.
import '../config/environment.ts';
import { Application } from 'fw-runtime/a';
import { Post } from '#application/action/post';
import { createContainer } from '../config/container.ts';

const app = createContainer().get(Application);

// Add routes and middleware in code, in addition to the configuration.
app.post('/post', Post, 'post');

await app.run();
