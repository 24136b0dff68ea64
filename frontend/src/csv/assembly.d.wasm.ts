/** The files of `assembly` as WebAssembly in base64: see frontend/build/assembly-script.ts. */
export declare const program: string;
