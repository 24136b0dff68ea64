import fc from 'fast-check';

// Nobody reads the example that fails here, and looking for a smaller one takes long.
fc.configureGlobal({ endOnFailure: true });
