// node wasi.mjs PROGRAM ARGUMENT…: runs a program of wasm32-wasip1, with its exit status.
import { readFileSync } from 'node:fs';
import { argv, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(argv[2]));
const imports = { ...wasi.getImportObject(), env: {} };
// The standard library names functions for threads that Debian's wasi-libc hasn't, and that nothing here calls.
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === 'env') {
        imports.env[name] = () => { throw new Error(`there is no ${name}`); };
    }
}
exit(wasi.start(await WebAssembly.instantiate(module, imports)));
