/** A picture that is made for whoever asks. */
export interface Picture {
  /**
   * Makes it, and records that it goes out.
   * @param address of the network that it goes to
   * @throws what the answer says instead
   */
  make(address: string): Promise<Buffer>
}

/** A file that is made for whoever asks. */
export interface MadeFile extends Picture {
  /** The name under which it is saved; its extension decides on the type. */
  name: string
}

/** Why an address of a picture gives none: it is not a good one, or has expired, or the picture can't be made, or not yet. */
export type PictureRefusal = 'INVALID' | 'EXPIRED' | 'FAILED' | 'BUSY'

export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly refusal: PictureRefusal

  constructor(refusal: PictureRefusal) {
    super(`No picture: ${refusal}.`)
    this.refusal = refusal
  }
}
