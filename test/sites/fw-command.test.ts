// One site for all of them: it takes longer to lay down than most of these tests.
import './fw-command/command-line.ts';
import './fw-command/generate.ts';
import './fw-command/inject.ts';
import './fw-command/route.ts';
import './fw-command/undo.ts';
import './fw-command/show.ts';
