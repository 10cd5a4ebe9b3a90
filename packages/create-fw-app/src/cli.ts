#!/usr/bin/env node
import { runProgram } from '../../command-line/src/program.ts';
import { create } from './create.ts';

await runProgram('create-fw-app', create, process.env);
