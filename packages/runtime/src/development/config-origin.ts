export { configOrigins } from '../config/merge.ts';
