import { TransferFailure } from './port.ts'
import { reasons } from './reasons.ts'

/**
 * What the storage's answer to a PUT means: null for success, else the failure with its reason. Object storage
 * answers in its own way, so the status decides and the body's code only refines it (transport.md 4).
 */
export function transferFailure(status: number, body: string): TransferFailure | null {
  if (status >= 200 && status < 300) return null
  switch (status) {
    case 400:
      return new TransferFailure(reasons.incomplete)
    case 403:
      return new TransferFailure(
        body.includes('ADDRESS_EXPIRED') ? reasons.addressExpired : reasons.addressRefused,
      )
    case 409:
      return new TransferFailure(reasons.addressUsed)
    case 413:
      return new TransferFailure(reasons.changed, false)
    // A proxy answers where the server died, or is started again.
    case 502:
    case 504:
      return new TransferFailure(reasons.connectionLost)
    // The server is there, and what it needs is not: it goes on as after a lost connection (SCALE-15).
    case 503:
      return new TransferFailure(
        body.includes('UNAVAILABLE') ? reasons.connectionLost : reasons.refusedBy(status),
      )
    case 507:
      return new TransferFailure(reasons.storageFull)
    default:
      return new TransferFailure(reasons.refusedBy(status))
  }
}
