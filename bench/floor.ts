// What each measure is compared with: the same work on the same machine with nothing around it.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'
import type pg from 'pg'
import { openDatabase } from '../server/platform/database/database.ts'
import { serveBench } from './support/program.ts'

/** What bench/main.ts hands over. */
export interface FloorInput {
  readonly folder: string
  readonly connection: pg.PoolConfig
}

const { folder, connection }: FloorInput = JSON.parse(process.argv[2] ?? '')
const incoming = path.join(folder, 'incoming')
const stored = path.join(folder, 'stored')
for (const made of [incoming, stored]) await mkdir(made, { recursive: true })

// The product's own settings of the driver, and nothing else of it.
const { pool, close } = openDatabase(connection)
const app = Fastify({ requestTimeout: 0 })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_request, _payload, done) => done(null))

/** A page of a folder: the product's rows and columns, prepared once, with the viewer's access lists known. */
const LIST = `
  select d.id, d.is_folder as "isFolder", d.name, d.extension, d.acl_id as "aclId",
    d.current_version_id as "versionId", d.size, d.modified_at as "modifiedAt",
    case when d.is_folder then (
      select json_build_object('files', coalesce(sum(files), 0), 'folders', coalesce(sum(folders), 0))
      from folder_tally where folder_id = d.id and acl_id = any($2)) end as tally
  from document d
  where d.parent_id = $1 and d.acl_id = any($2) and d.deleted_at is null
  order by d.is_folder desc, d.name collate name_order, d.id limit $3 offset $4`

interface ListRoute {
  Params: { folder: string }
  Querystring: { acls: string }
}

app.get<ListRoute>('/list/:folder', async ({ params, query }) => {
  const values = [params.folder, query.acls.split(','), 200, 0]
  const { rows } = await pool.query({ name: 'list', text: LIST, values })
  return {
    children: rows.map((row) => ({
      id: row.id,
      name: row.name,
      fileType: row.isFolder ? 'FOLDER' : 'FILE',
      size: row.size,
      modifiedTimestamp: row.modifiedAt,
      fileCount: row.tally?.files ?? 0,
    })),
  }
})

interface FileRoute {
  Params: { name: string }
  Querystring: { sync?: string }
}

app.put<FileRoute>('/files/:name', async ({ params, query, raw }) => {
  const arriving = path.join(incoming, params.name)
  await pipeline(raw, createWriteStream(arriving, { flush: query.sync === 'true' }))
  await rename(arriving, path.join(stored, params.name))
  if (query.sync === 'true') await syncFolder(stored)
  return {}
})

app.get<FileRoute>('/files/:name', async ({ params }, reply) => {
  const file = path.join(stored, params.name)
  const { size } = await stat(file)
  return reply
    .headers({ 'content-type': 'application/octet-stream', 'content-length': size })
    .send(createReadStream(file, { highWaterMark: 512 * 1024 }))
})

async function syncFolder(name: string): Promise<void> {
  const handle = await open(name, 'r')
  await handle.sync()
  await handle.close()
}

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
serveBench(typeof address === 'object' && address ? address.port : 0, async () => {
  await app.close()
  await close()
})
