/** What operators run, by name: the file of the server that does it (OPS-05). */
export const COMMANDS = {
  start: 'server/main.ts',
  migrate: 'server/commands/migrate.ts',
  backup: 'server/commands/backup.ts',
  restore: 'server/commands/restore.ts',
  'verify-backup': 'server/commands/verifyBackup.ts',
  'move-files': 'server/commands/moveFiles.ts',
  'move-database': 'server/commands/moveDatabase.ts',
  'adopt-files': 'server/commands/adoptFiles.ts',
  'import-archive': 'server/commands/importArchive.ts',
  doctor: 'server/commands/doctor.ts',
}
