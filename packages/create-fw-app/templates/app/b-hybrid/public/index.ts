// First, so that the modules below see what it sets.
import '../config/environment.ts';
import { Application } from 'fw-runtime/b';
import { Post } from '#app/action/post';
import { createContainer } from '../config/container.ts';

const app = createContainer().get(Application);

// Beside what the configuration says: routes and middleware that are added by calls.
app.post('/post', Post, 'post');

await app.run();
