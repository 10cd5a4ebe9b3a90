#!/usr/bin/env node
import { runProgram } from '#command-line/program';
import { create } from './create.ts';

await runProgram('create-fw-app', create, process.env);
