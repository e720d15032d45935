import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lockfile, lockfileFaults } from './lockfile.ts'

test('the lockfile serves every system and any registry', () => {
  const file = path.join(import.meta.dirname, '../package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Lockfile }
  // Finding nothing would pass.
  expect(Object.keys(packages).length).toBeGreaterThan(300)
  expect(Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))).toContain(
    '@napi-rs/canvas-darwin-arm64',
  )
  expect(lockfileFaults(packages)).toEqual([])
})

test('an address, a missing checksum and a package of another system that is left out are caught', () => {
  const integrity = 'sha512-x'
  const found = lockfileFaults({
    '': { optionalDependencies: { near: '1', gone: '1' } },
    'node_modules/near': { integrity, resolved: 'https://registry.example/near.tgz' },
    'node_modules/host': { integrity, optionalDependencies: { near: '1', inner: '1', lost: '1' } },
    'node_modules/host/node_modules/inner': { optionalDependencies: { near: '1', host: '1' } },
  })
  expect(found).toEqual([
    'gone of the project has no entry',
    'node_modules/near names a registry',
    'lost of node_modules/host has no entry',
    'node_modules/host/node_modules/inner has no checksum',
  ])
})
