import { createPictureMaker } from '../../platform/thumbnails/index.ts'
import type { Module } from '../manifest.ts'
import { createFiles, type Files } from './index.ts'
import { STORED_CONTENTS } from './store.ts'

export const filesModule: Module<'files', Files, object> = {
  name: 'files',
  folder: import.meta.dirname,
  contents: [STORED_CONTENTS],
  create: ({ db, jobsDb, storage, signer, hooks }) => {
    const maker = createPictureMaker()
    const files = createFiles({ db, storage, signer, hooks, maker })
    return {
      door: files,
      close: async () => maker.close(),
      scheduled: [
        {
          name: 'sweep_stored_files',
          pattern: '17 * * * *',
          run: async () => void (await files.sweep(jobsDb)),
        },
      ],
    }
  },
}
