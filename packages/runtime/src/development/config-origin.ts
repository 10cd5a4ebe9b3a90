export { configOrigins } from '../config/history.ts';
