import { expect, test } from 'vitest'
import { Shutdown } from './shutdown.ts'

test('everything is stopped, the newest first and once, also where something fails', async () => {
  const shutdown = new Shutdown()
  const stopped: string[] = []
  shutdown.add(async () => void stopped.push('database'))
  shutdown.add(async () => {
    stopped.push('connections')
    throw new Error('The last arrivals could not be written.')
  })
  shutdown.add(async () => void stopped.push('server'))
  expect(shutdown.started).toBe(false)
  const ended = shutdown.run()
  expect(shutdown.started).toBe(true)
  expect(shutdown.run()).toBe(ended)
  await expect(ended).rejects.toThrow('Not everything could be stopped')
  expect(stopped).toEqual(['server', 'connections', 'database'])
})
