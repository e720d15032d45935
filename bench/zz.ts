import { spawnSync } from 'node:child_process'
import { openDatabase } from '../server/platform/database/database.ts'
import { storedTables, sqlName, columnList } from '../server/platform/backup/catalog.ts'
import { withConnection } from '../server/platform/backup/session.ts'
import { passRows, writeRows } from '../server/platform/backup/rows.ts'
import { openStage } from './support/stage.ts'
const stage = await openStage({ small: 1000, large: Number(process.argv[2] ?? 1_000_000) })
try {
  const { jobs, close } = openDatabase(stage.connection)
  const c = await jobs.pool.connect()
  await c.query('set session_replication_role = replica')
  await c.query('update document set deleted_at = now(), bytes_removed_at = now() where current_version_id is not null')
  await c.query('reset session_replication_role'); await c.query('vacuum (full, analyze) document'); await c.query('checkpoint'); c.release(); await close()
  const sec = async (n: string, f: () => Promise<unknown>) => { const t = performance.now(); const u = process.cpuUsage(); const r = await f(); const v = process.cpuUsage(u); console.log(n, ((performance.now() - t) / 1000).toFixed(2), 's; cpu here', ((v.user + v.system) / 1e6).toFixed(2), typeof r === 'object' ? '' : r) }
  await withConnection(stage.connection, async (client) => {
    const tables = await storedTables(client)
    const sizes = await client.query(`select relname, reltuples::bigint n, pg_size_pretty(pg_relation_size(oid)) s, pg_size_pretty(pg_total_relation_size(oid)) t from pg_class where relkind='r' and relnamespace='public'::regnamespace order by pg_total_relation_size(oid) desc limit 14`)
    console.table(sizes.rows)
    const all = await client.query('select pg_size_pretty(pg_database_size(current_database())) d'); console.log(all.rows)
    for (let i = 0; i < 2; i++) {
      await sec('server alone, to nothing', async () => { for (const t of tables) await client.query(`copy ${sqlName(t)} (${columnList(t.columns)}) to program 'cat > /dev/null'`) }).catch(e => console.log(String(e)))
      let bytes = 0
      await sec('passRows, hashed', async () => passRows(client, tables, { table: async () => {}, block: async (b) => { bytes += b.length }, end: async () => {} }))
      let out = 0
      await sec('writeRows, zstd', async () => writeRows(client, tables, async (b) => { out += b.length }))
      console.log(bytes / 1e6, 'MB', out / 1e6, 'MB')
    }
    await sec('two connections', async () => withConnection(stage.connection, async (second) => {
      const queue = tables.map((t) => t); const run = async (cl: typeof client) => { for (;;) { const t = queue.shift(); if (!t) return; await cl.query(`copy ${sqlName(t)} (${columnList(t.columns)}) to program 'cat > /dev/null'`) } }
      await Promise.all([run(client), run(second)]) }))
  })
  console.log(spawnSync('sh', ['-c', `time (cp -a ${stage.dataDir}/database /dev/shm/zzcopy && sync -f /dev/shm/zzcopy); du -sh /dev/shm/zzcopy; rm -rf /dev/shm/zzcopy`]).stderr.toString())
} finally { await stage.close() }
process.exit(0)
