// npm run dev: the server restarts when its files change, the page takes changes over as they are saved.
import './lib/require-node.mjs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { pagesFromServer } from './lib/dev-pages.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot } from './lib/paths.mjs'
import { main, Stop, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

// Unfinished work is for this machine alone.
const HOST = '127.0.0.1'

await main(async () => {
  await ensureInstalled()
  const port = Number(process.env.PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Stop(`PORT is ${JSON.stringify(process.env.PORT)}, but must be a whole number from 1 to 65535.`)
  }
  const serverPort = await freePort()
  process.env.API_PORT = String(serverPort)
  const vite = await import('vite')
  const pages = await vite.createServer({
    configFile: inRoot('web/vite.config.ts'),
    appType: 'custom',
    server: { host: HOST, port, strictPort: true },
    plugins: [pagesFromServer(serverPort)],
  })
  await pages.listen().catch(async (error) => {
    await pages.close()
    throw new Stop(`${error.message}. Stop the other program or set PORT to another number.`)
  })
  const nodeFlags = ['--watch', '--watch-preserve-output']
  const env = {
    NODE_ENV: 'development',
    HOST,
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://${HOST}:${port}`,
  }
  const code = await serve(...typescript('server/main.ts', [], { nodeFlags, env }))
  await pages.close()
  return code
})

async function freePort() {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
