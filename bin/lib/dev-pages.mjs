import http from 'node:http'

/**
 * A Vite plugin that gets every page from the product's server, which fills in the session and the
 * configuration, and adds what Vite needs for hot reload.
 */
export function pagesFromServer(port) {
  return {
    name: 'pages-from-server',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (!isNavigation(request)) return next()
        const headers = { ...request.headers, 'accept-encoding': 'identity' }
        const asked = http.request({
          port,
          host: '127.0.0.1',
          path: request.url,
          method: request.method,
          headers,
        })
        asked.on('response', (answer) => pass(vite, request, answer, response).catch(next))
        asked.on('error', () => {
          response.writeHead(503, { 'content-type': 'text/plain', refresh: '1' })
          response.end('The server is starting.')
        })
        request.pipe(asked)
      })
    },
  }
}

function isNavigation({ method, headers }) {
  if (method !== 'GET' && method !== 'HEAD') return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate'
}

async function pass(vite, request, answer, response) {
  const { 'content-length': length, ...headers } = answer.headers
  if (!(headers['content-type'] ?? '').includes('text/html')) {
    response.writeHead(answer.statusCode, answer.headers)
    answer.pipe(response)
    return
  }
  let html = ''
  for await (const chunk of answer.setEncoding('utf8')) html += chunk
  response.writeHead(answer.statusCode, headers)
  // Named as the one page: the addresses in it are then made good for paths of any depth.
  response.end(await vite.transformIndexHtml('/index.html', html, request.url))
}
