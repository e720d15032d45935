import { spawn } from 'node:child_process'
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { bringUpCeph, type CephPlaces, type StoreAddress } from '../s3/ceph.ts'
import type { Namespace } from './namespace.ts'
import { marked, Supervised } from './supervised.ts'

export const BUCKET = 'helioroom'

/** An object store that runs in a folder, each of its programs started again whenever it dies. */
export interface Store extends StoreAddress {
  /** Which of them answers requests. */
  readonly gateway: Supervised
  stop(): Promise<void>
}

/** Of that address, without the product's own tries. */
export const clientOf = ({ endpoint, accessKeyId, secretAccessKey }: StoreAddress): S3Client =>
  new S3Client({
    region: 'us-east-1',
    forcePathStyle: true,
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

/** Starts it, with the bucket of the cluster in it. */
export async function startStore(
  places: Omit<CephPlaces, 'isKept'>,
  run: string,
  mark: string,
  namespace?: Namespace,
): Promise<Store> {
  const programs: Supervised[] = []
  const stop = async () => {
    for (const program of programs.toReversed()) await program.stop('SIGTERM', 5000)
  }
  try {
    const address = await bringUpCeph({ ...places, isKept: true }, ({ name, program, args }) => {
      const [command, all] = namespace?.inside(program, args) ?? [program, args]
      const supervised = new Supervised(name, run, (output) =>
        spawn(command, all, {
          env: marked(mark, { PATH: process.env.PATH, HOME: path.dirname(places.folder) }),
          stdio: ['ignore', output, output],
        }),
      )
      programs.push(supervised)
      supervised.start()
    })
    const gateway = programs.at(-1)
    if (!gateway) throw new Error('The object store has no gateway.')
    // Ours already where it is started again.
    await clientOf(address)
      .send(new CreateBucketCommand({ Bucket: BUCKET }))
      .catch((error: Error) => {
        if (error.name !== 'BucketAlreadyOwnedByYou' && error.name !== 'BucketAlreadyExists') throw error
      })
    return { ...address, gateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
