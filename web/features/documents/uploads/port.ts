/** A file to ask an address for. */
export interface PresignFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly parentId: string
  /** Of an upload that broke off and goes on. */
  readonly version?: string
  /** What is sent, for its hash where the store takes it itself. */
  readonly file?: File | null
}

/** Where to put one file, and what to confirm it by. */
export interface PresignedUpload {
  readonly file: { readonly id: string; readonly name: string }
  readonly url: string
  readonly version: string
  /** What the PUT has to carry; nothing for an address of the server. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
  /** How the file is cut that may go straight to the store in parts; null for others. */
  readonly parts?: { readonly size: number; readonly count: number } | null | undefined
}

export interface ConfirmUpload {
  readonly version: string
  readonly documentId: string
}

export interface ConfirmedUploads {
  readonly files: readonly { readonly id: string; readonly name: string; readonly parentId: string | null }[]
  readonly failedIds: readonly string[]
}

export interface PutOptions {
  readonly contentType: string
  readonly signal: AbortSignal
  /** Called with the bytes sent so far, those before included. */
  readonly onProgress: (sentBytes: number) => void
  /** The server has so many bytes, and keeps what comes behind them; without it, it takes the whole file or nothing. */
  readonly from?: number
  /** For an address of the store, which takes the bare bytes with these headers alone. */
  readonly headers?: PresignedUpload['headers']
}

/**
 * The world outside the upload engine. The three mutations reject with an `UploadRefusal` when the server
 * answered with errors, and with anything else when no answer came. `put` rejects with a `TransferFailure`
 * that says why, or with the signal's reason once that was aborted.
 */
export interface UploadPort {
  /** Folder paths are relative to the parent; the folders come in the order asked. At most 50. Staged until published. */
  createFolders(
    treeId: string,
    parentId: string,
    folderPaths: readonly string[],
    staged: boolean,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>
  /** The addresses come in the order asked. At most 20. */
  presign(treeId: string, files: readonly PresignFile[]): Promise<readonly PresignedUpload[]>
  /** At most 20. */
  confirm(treeId: string, uploads: readonly ConfirmUpload[], staged: boolean): Promise<ConfirmedUploads>
  put(url: string, file: File, options: PutOptions): Promise<void>
  /** Bytes of a file of that size that the server has; rejects as `put` does. */
  received(url: string, size: number, signal: AbortSignal): Promise<number>
  /** Has the server give up what it keeps of a file of that size; rejects as `put` does. */
  discard(url: string, size: number): Promise<void>
}

/** Errors inside the answer to a mutation. */
export class UploadRefusal extends Error {
  /** Input paths, such as `files.3.name`, and what is wrong there. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before the same call is taken again; null when waiting does not help. */
  readonly retryAfter: number | null

  constructor(
    message: string,
    fields: Readonly<Record<string, string>> = {},
    retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'UploadRefusal'
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** A file that could not be sent; the message is the reason shown. */
export class TransferFailure extends Error {
  /** False where sending the same file again cannot help. */
  readonly retryable: boolean

  constructor(reason: string, retryable = true) {
    super(reason)
    this.name = 'TransferFailure'
    this.retryable = retryable
  }
}
