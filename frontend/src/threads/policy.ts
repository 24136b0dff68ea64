/** Name of the policy that the documents allow; the build writes it into their headers. */
export const THREAD_POLICY = 'leads-thread';
