  // Waits for a majority: a schema that a failover could undo is not there.
  function run(command) {
    const concern = { w: "majority", wtimeout: 60000 };
    const reply = database.runCommand(Object.assign({}, command, { writeConcern: concern }));
    if (reply.writeConcernError) {
      throw new Error(`no majority confirmed it: ${reply.writeConcernError.errmsg}`);
    }
    return reply;
  }

  // A value as text, by which two are compared: numbers by value, fields in any order.
  function text(value) {
    if (value instanceof Map) {
      return text(Object.fromEntries(value));
    }
    if (Array.isArray(value)) {
      return `[${value.map(text).join()}]`;
    }
    if (Object.prototype.toString.call(value) === "[object Object]" && !value._bsontype) {
      const names = Object.keys(value).sort();
      return `{${names.map((name) => `${JSON.stringify(name)}:${text(value[name])}`).join()}}`;
    }
    return value === undefined ? "" : EJSON.stringify({ value });
  }

  // Whether `live` has all that is declared. The server adds what was left out.
  function has(live, declared) {
    if (declared instanceof Map || Object.prototype.toString.call(declared) !== "[object Object]") {
      return text(live) === text(declared);
    }
    return !!live && Object.keys(declared).every((name) => has(live[name], declared[name]));
  }

  function collationOf(options) {
    const named = options.collation && options.collation.locale !== "simple";
    return named ? options.collation : undefined;
  }

  function ensureCollection({ name, options }) {
    const live = database.getCollectionInfos({ name })[0];
    if (live === undefined) {
      run(Object.assign({ create: name }, options));
      print(`+ collection ${name}`);
      return;
    }
    if (live.type !== (options.timeseries ? "timeseries" : "collection")) {
      throw new Error(`${name} is a ${live.type}: drop it or give it another name by hand`);
    }
    refuseFixed(name, options, live.options);
    if (!options.timeseries) {
      ensureValidation(name, options, live.options);
    }
    ensureOptions(name, options, live.options);
  }

  // What no command changes in place.
  function refuseFixed(name, declared, live) {
    const collation = collationOf(declared);
    const { granularity, ...series } = declared.timeseries || {};
    const alike =
      !!declared.capped === !!live.capped &&
      !!declared.clusteredIndex === !!live.clusteredIndex &&
      (collation ? has(collationOf(live), collation) : !collationOf(live)) &&
      (!declared.timeseries || has(live.timeseries, series));
    if (!alike) {
      throw new Error(
        `${name} is capped, clustered, collated or a time series in another way than declared: ` +
          "rename it by hand, run this again, and copy the documents over",
      );
    }
  }

  function ensureValidation(name, declared, live) {
    const of = (options) => ({
      validator: options.validator || {},
      validationLevel: options.validationLevel || "strict",
      validationAction: options.validationAction || "error",
    });
    const goal = of(declared);
    if (text(goal) === text(of(live))) {
      return;
    }
    if (goal.validationLevel === "strict" && goal.validationAction === "error") {
      const broken = database.getCollection(name).findOne({ $nor: [goal.validator] }, { _id: 1 });
      if (broken !== null) {
        const id = EJSON.stringify(broken._id);
        throw new Error(
          `${name} has documents that its validator refuses, such as the one with _id ${id}: ` +
            "correct them, or bring the validator in by stages with `cargo xtask apply`",
        );
      }
    }
    run(Object.assign({ collMod: name }, goal));
    print(`~ validator of ${name}`);
  }

  function ensureOptions(name, declared, live) {
    const changes = {};
    const images = (options) => !!(options.changeStreamPreAndPostImages || {}).enabled;
    if (images(declared) !== images(live)) {
      changes.changeStreamPreAndPostImages = { enabled: images(declared) };
    }
    if (text(declared.expireAfterSeconds) !== text(live.expireAfterSeconds)) {
      const never = declared.expireAfterSeconds === undefined;
      changes.expireAfterSeconds = never ? "off" : declared.expireAfterSeconds;
    }
    // The server raises a size to a multiple of 256.
    const blocks = (options) => Math.ceil(Number(options.size) / 256);
    if (declared.capped && blocks(declared) !== blocks(live)) {
      changes.cappedSize = declared.size;
    }
    // No limit is listed as the largest 32-bit integer, once it was set back.
    const most = (options) => (options.max > 0 && options.max < 2147483647 ? Number(options.max) : 0);
    if (declared.capped && most(declared) !== most(live)) {
      changes.cappedMax = declared.max || 0;
    }
    const { granularity } = declared.timeseries || {};
    if (granularity && live.timeseries.granularity !== granularity) {
      changes.timeseries = { granularity };
    }
    // The server changes a time series' parts one at a time.
    for (const option of Object.keys(changes)) {
      run({ collMod: name, [option]: changes[option] });
      print(`~ ${option} of ${name}`);
    }
  }

  function ensureIndex(collection, { spec, spare }) {
    const live = database.getCollection(collection).getIndexes();
    const alike = live.filter((index) => hasSameKey(index, spec));
    for (const index of alike) {
      if (is(collection, index, spec)) {
        return settle(collection, index, spec);
      }
    }
    const { unique, ...open } = spec;
    for (const index of alike) {
      if (unique && !index.unique && is(collection, index, open)) {
        makeUnique(collection, index.name);
        return settle(collection, index, spec);
      }
    }
    const taken = live.some((index) => index.name === spec.name);
    const name = taken ? spare : spec.name;
    run({ createIndexes: collection, indexes: [Object.assign({}, spec, { name })] });
    print(`+ index ${name} on ${collection}`);
  }

  // The order is compared by the server.
  function hasSameKey(live, spec) {
    const key = spec.key instanceof Map ? Object.fromEntries(spec.key) : spec.key;
    return Object.values(key).includes("text") ? "_fts" in live.key : text(key) === text(live.key);
  }

  // Whether the server takes the two for one index. It is asked to create the declared one under
  // the live one's name, with the settings that it can change in place as they are: that creates
  // nothing, as the name is taken, and fails where the two differ.
  function is(collection, live, spec) {
    const probe = Object.assign({}, spec, { name: live.name });
    const adopted = ["expireAfterSeconds", "hidden", "prepareUnique", "2dsphereIndexVersion", "textIndexVersion"];
    for (const option of adopted) {
      delete probe[option];
      if (live[option] !== undefined) {
        probe[option] = live[option];
      }
    }
    try {
      run({ createIndexes: collection, indexes: [probe] });
      return true;
    } catch (error) {
      // CannotCreateIndex, IndexOptionsConflict, IndexKeySpecsConflict
      if ([67, 85, 86].includes(error.code)) {
        return false;
      }
      throw error;
    }
  }

  function makeUnique(collection, name) {
    const set = (change) => run({ collMod: collection, index: Object.assign({ name }, change) });
    set({ prepareUnique: true });
    try {
      set({ unique: true });
    } catch (error) {
      set({ prepareUnique: false });
      // CannotConvertIndexToUnique
      throw error.code === 359
        ? new Error(`${name} on ${collection} cannot be unique: documents share a key; remove them`)
        : error;
    }
    print(`~ index ${name} on ${collection}: unique`);
  }

  // The settings that the server changes in place.
  function settle(collection, live, spec) {
    const change = {};
    const expiry = spec.expireAfterSeconds;
    if (expiry !== undefined && text(expiry) !== text(live.expireAfterSeconds)) {
      change.expireAfterSeconds = expiry;
    } else if (expiry === undefined && live.expireAfterSeconds !== undefined) {
      throw new Error(
        `${live.name} on ${collection} expires documents, which is not declared, and no command ` +
          "takes that from an index: drop it by hand and run this again",
      );
    }
    if (!!spec.hidden !== !!live.hidden) {
      change.hidden = !!spec.hidden;
    }
    if (Object.keys(change).length > 0) {
      run({ collMod: collection, index: Object.assign({ name: live.name }, change) });
      print(`~ index ${live.name} on ${collection}: ${text(change)}`);
    }
  }

  function ensureSharded({ name, shardKey }) {
    if (db.hello().msg !== "isdbgrid") {
      print(`  ${name} is not sharded: this is no sharded cluster`);
      return;
    }
    db.adminCommand({ shardCollection: `${database.getName()}.${name}`, key: shardKey });
  }

  // All collMods of a collection come before its builds: the server refuses them during one.
  for (const collection of schema) {
    ensureCollection(collection);
    for (const index of collection.indexes) {
      ensureIndex(collection.name, index);
    }
    if (collection.shardKey) {
      ensureSharded(collection);
    }
  }
  print(`${database.getName()} is as declared`);
})();
