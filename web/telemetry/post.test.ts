// @vitest-environment node
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { turns } from '../testing/settled.ts'
import { post } from './post.ts'

test('SHELL-40 a service is sent plain JSON without cookies; one that refuses or is gone disturbs nobody', async () => {
  const received: { method?: string; cookie?: string; type?: string; body: unknown }[] = []
  const service = http.createServer(async (request, response) => {
    const { method, headers } = request
    const body = JSON.parse(await text(request))
    received.push({
      ...(method ? { method } : {}),
      ...(headers.cookie ? { cookie: headers.cookie } : {}),
      ...(headers['content-type'] ? { type: headers['content-type'] } : {}),
      body,
    })
    response.writeHead(500).end()
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const { port } = service.address() as AddressInfo
  const failed: unknown[] = []
  const fail = (reason: unknown) => void failed.push(reason)
  process.on('unhandledRejection', fail)
  const url = `http://127.0.0.1:${port}/in`
  post(url, { type: 'event', name: 'Zoë' })
  await expect
    .poll(() => received)
    .toEqual([{ method: 'POST', type: 'text/plain;charset=UTF-8', body: { type: 'event', name: 'Zoë' } }])
  service.closeAllConnections()
  await new Promise((closed) => service.close(closed))
  const calls = vi.spyOn(globalThis, 'fetch')
  post(url, { type: 'event' })
  await expect.poll(() => calls.mock.settledResults[0]?.type).toBe('rejected')
  await turns()
  process.off('unhandledRejection', fail)
  expect(failed).toEqual([])
})
