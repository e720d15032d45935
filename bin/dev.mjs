// npm run dev: the server restarts when its files change, the page takes changes over as they are saved.
import './lib/require-node.mjs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { pagesFromServer } from './lib/dev-pages.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot } from './lib/paths.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  const host = process.env.HOST || '127.0.0.1'
  const port = Number(process.env.PORT || 3000)
  const serverPort = await freePort()
  process.env.API_PORT = String(serverPort)
  const vite = await import('vite')
  const pages = await vite.createServer({
    configFile: inRoot('web/vite.config.ts'),
    appType: 'custom',
    server: { host, port, strictPort: true },
    plugins: [pagesFromServer(serverPort)],
  })
  await pages.listen()
  console.log(`Helioroom (development): http://${host}:${port}`)
  const nodeFlags = ['--watch', '--watch-preserve-output']
  const env = { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(serverPort) }
  const code = await serve(...typescript('server/main.ts', [], { nodeFlags, env }))
  await pages.close()
  return code
})

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
