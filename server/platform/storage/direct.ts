/** A header that a request has to carry. */
export interface Header {
  name: string
  value: string
}

/** An address of the store itself, which needs no key. */
export interface DirectAddress {
  url: string
  headers: Header[]
}

export interface DirectPart extends DirectAddress {
  number: number
}

/** What a part is to hold: its SHA-256 in hexadecimal digits. */
export interface AnnouncedPart {
  /** From 1 on. */
  number: number
  sha256: string
}

/** How a content is served by the store. */
export interface DirectRead {
  /** Of the answer. */
  disposition: string
  type: string
  /** Id of the entry in the access log. */
  access: string
}

/** Transfers between browsers and the store itself, of a storage that allows them (STORE-21). */
export interface DirectTransfers {
  /** Origin of the addresses. */
  readonly origin: string
  /** Where exactly these bytes can be put until they are taken. @param sha256 hexadecimal digits */
  putAddress(key: string, content: { size: number; sha256: string }): Promise<DirectAddress>
  /** In which parts a content of that size is put. */
  partsOf(size: number): { size: number; count: number }
  /** Where these parts of a content can be put. */
  partAddresses(key: string, size: number, parts: readonly AnnouncedPart[]): Promise<DirectPart[]>
  /**
   * Takes what was put by these addresses at this moment; what comes later changes nothing (STORE-25).
   * @returns whether so many bytes are under the key by then
   */
  take(key: string, size: number): Promise<boolean>
  /** Where a content can be read for a minute; null where the store hasn't got it. */
  readAddress(key: string, read: DirectRead): Promise<string | null>
}
