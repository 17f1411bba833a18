import { vi } from 'vitest'

/** An upload in progress, controlled by the test. */
export interface FakeUpload {
  address: string
  aborted: boolean
  progress: (sent: number) => void
  finish: (status: number, body: unknown) => void
  breakOff: () => void
}

export function holdUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = []
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number }) => void } = {}
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    private address = ''
    private mine: FakeUpload | undefined
    open(_method: string, address: string) {
      this.address = address
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    abort() {
      if (this.mine) this.mine.aborted = true
      this.onabort?.()
    }
    send() {
      this.mine = {
        address: this.address,
        aborted: false,
        progress: (loaded) => this.upload.onprogress?.({ loaded }),
        finish: (status, body) => {
          this.status = status
          this.responseText = JSON.stringify(body)
          this.onload?.()
        },
        breakOff: () => this.onerror?.(),
      }
      uploads.push(this.mine)
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}
