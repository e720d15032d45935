import { chmodSync, chownSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { binariesOf } from '../../server/platform/database/embedded/binaries.ts'
import { SHARED_FOLDER } from '../../server/platform/database/embedded/place.ts'
import { removeEmbeddedDatabase } from '../../server/platform/database/embedded/remove.ts'
import { IS_ROOT, NOBODY } from '../cluster/living.ts'
import {
  cleanUp,
  forgetOutsideOf,
  PACKAGE,
  sql,
  start,
  startInProcess,
  stop,
  temporaryFolder,
} from './harness.ts'

const inFolder = (dataDir: string) => ({ options: { dataDir, durable: false } })

// Only root can take the part of others. Run as an ordinary user, all tests above are of an ordinary user.
if (IS_ROOT) {
  /** Programs where every account can reach them, wherever this checkout lies. */
  const reachablePrograms = () => {
    const folder = temporaryFolder()
    cpSync(path.join(PACKAGE, 'native'), path.join(folder, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    return path.join(folder, 'native/bin')
  }

  describe('as an ordinary user', () => {
    test('it runs under the own account, and root can go on with that folder', async () => {
      const dataDir = temporaryFolder()
      chownSync(dataDir, NOBODY, NOBODY)
      const user = await start({ options: { dataDir, binDir: reachablePrograms() }, uid: NOBODY })
      await sql(user.connection, 'CREATE TABLE kept AS SELECT 42 AS n')
      expect(statSync(path.join(dataDir, 'database')).uid).toBe(NOBODY)
      await stop(user)

      const root = await start({ options: { dataDir, binDir: reachablePrograms() } })
      expect(await sql(root.connection, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
      await stop(root)
      const again = await start({ options: { dataDir, binDir: reachablePrograms() }, uid: NOBODY })
      expect(await sql(again.connection, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
    })

    test('a data folder that may not be written gives one sentence', async () => {
      const dataDir = path.join(temporaryFolder(), 'data')
      const { answer } = await startInProcess({
        options: { dataDir, binDir: reachablePrograms() },
        uid: NOBODY,
      })
      expect(answer.error).toBe(
        `ConfigError: The data folder ${dataDir} cannot be used: permission denied. ` +
          'Give the user who runs Helioroom the right to write there, or set DATA_DIR to another folder.',
      )
    })

    test("another account's database gives one sentence", async () => {
      const dataDir = temporaryFolder()
      chmodSync(dataDir, 0o777)
      await stop(await start(inFolder(dataDir)))
      const { answer } = await startInProcess({
        options: { dataDir, binDir: reachablePrograms() },
        uid: 12_345,
      })
      expect(answer.error).toMatch(
        /^(ConfigError|DatabaseStartError): .*(belongs to another account|permission denied)/,
      )
    })
  })

  describe('as root in a folder that only root may enter', () => {
    const rootOnly = () => {
      const folder = temporaryFolder(os.homedir(), 0o700)
      cleanUp(() => forgetOutsideOf(folder))
      return folder
    }
    const placeOf = (dataDir: string) => readFileSync(path.join(dataDir, 'database-location'), 'utf8').trim()

    test('the database is kept where its account can reach it, recorded and logged', async () => {
      const dataDir = path.join(rootOnly(), 'data')
      const first = await start(inFolder(dataDir))
      const place = placeOf(dataDir)
      expect(path.dirname(place)).toBe(SHARED_FOLDER)
      expect(first.answer.log).toEqual([
        `PostgreSQL does not run as root, and no other account can open ${dataDir}: ` +
          `the database is kept in ${place}.`,
      ])
      await sql(first.connection, 'CREATE TABLE kept AS SELECT 42 AS n')
      await stop(first)

      const second = await start(inFolder(dataDir))
      expect(second.answer.log).toEqual([`The database of ${dataDir} is kept in ${place}.`])
      expect(await sql(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
    })

    test('a recorded database that is gone stops the start: an empty one would look like a loss', async () => {
      const dataDir = path.join(rootOnly(), 'data')
      await stop(await start(inFolder(dataDir)))
      const place = placeOf(dataDir)
      renameSync(place, `${place}-away`)
      const { answer } = await startInProcess(inFolder(dataDir))
      expect(answer.error).toBe(
        `DatabaseStartError: The database of ${dataDir} was kept in ${place}, which is not there. ` +
          `Restore that folder, or delete ${path.join(dataDir, 'database-location')} to begin with an empty database.`,
      )
    })

    test('a recreated data folder does not take over the database of the former one', async () => {
      const dataDir = path.join(rootOnly(), 'data')
      const first = await start(inFolder(dataDir))
      await sql(first.connection, 'CREATE TABLE former AS SELECT 1')
      const former = placeOf(dataDir)
      await stop(first)
      rmSync(dataDir, { recursive: true })
      const second = await start(inFolder(dataDir))
      expect(placeOf(dataDir)).not.toBe(former)
      expect(second.answer.log.join()).toContain(`An earlier one remains in ${former}.`)
      expect(await sql(second.connection, `SELECT to_regclass('former') AS former`)).toEqual([
        { former: null },
      ])
    })

    test('programs that only root may run are copied to where the account can run them', () => {
      const copies = temporaryFolder()
      const shipped = path.join(rootOnly(), 'package')
      cpSync(PACKAGE, shipped, { recursive: true, verbatimSymlinks: true })
      const { bin } = binariesOf(shipped, { uid: NOBODY, gid: NOBODY }, copies) ?? { bin: '' }
      expect(path.dirname(path.dirname(bin))).toBe(copies)
    })

    test('the database is deleted together with its note', async () => {
      const dataDir = path.join(rootOnly(), 'data')
      const running = await start(inFolder(dataDir))
      const place = placeOf(dataDir)
      await expect(removeEmbeddedDatabase(dataDir)).rejects.toThrow('in use by another Helioroom server')
      await stop(running)
      await removeEmbeddedDatabase(dataDir)
      expect(existsSync(place)).toBe(false)
      expect(existsSync(path.join(dataDir, 'database-location'))).toBe(false)
    })
  })
}
