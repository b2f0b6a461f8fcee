import {
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from '@mediajobs/testing/dispatcher/receiver'
import type { Test } from 'tap'
import { createAddressGuard } from '../../src/http/connect.ts'
import { createPoster, type Poster, type PosterOptions } from '../../src/http/post.ts'

/** A receiver, closed at the end of the test. */
export async function receiverFor(t: Test, options?: ReceiverOptions): Promise<Receiver> {
  const receiver = await startReceiver(options)
  t.teardown(() => receiver.close())
  return receiver
}

/** A poster that may reach the loopback interface, closed at the end of the test. */
export function posterFor(t: Test, options: PosterOptions = {}): Poster {
  const guard = createAddressGuard({ allowPrivateNetworks: true })
  const poster = createPoster({ timeoutMs: 30_000, guard, ...options })
  t.teardown(() => poster.close())
  return poster
}
