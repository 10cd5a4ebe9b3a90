import type { Kysely } from 'kysely';

export declare function createJobTables<Tables>(database: Kysely<Tables>, isPostgres: boolean): Promise<void>;
