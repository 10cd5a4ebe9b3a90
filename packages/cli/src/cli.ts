#!/usr/bin/env node
import { runProgram } from '#command-line/program';
import { fw } from './fw.ts';
import { launchOf } from './project/typed-command.ts';

await runProgram('fw', fw, launchOf(process.env).env);
